// Ends without a word.
