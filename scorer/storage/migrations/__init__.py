"""The migrations, run at start; there is no way back but a backup."""
