"""Tournaments between bots: pure schedules, a durable record, workers that may die."""
