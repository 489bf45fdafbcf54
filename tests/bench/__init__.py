"""The measurements: that they measure what they say, not how fast anything is."""
