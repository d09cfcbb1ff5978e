"""The command line: parse, call, print. No rules and no arithmetic here."""
