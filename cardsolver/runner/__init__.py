"""Many tasks over several processes."""
