"""The step model: one lay after another, every moment with its own variables."""
