"""What the rules say, sentence by sentence, and against everyone who knows them."""
