"""The chain model: which card covers which. There are no moments, only what waits for what."""
