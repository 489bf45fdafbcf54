"""What every edge of gajah must do alike."""
