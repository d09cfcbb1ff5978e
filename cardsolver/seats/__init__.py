"""What may sit at a table: a person, a bot, a script, a program."""
