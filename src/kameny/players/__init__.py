"""Running any game's computers, which see views only."""
