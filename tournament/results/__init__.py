"""What is published afterwards: a text for the newspaper, a folder of web pages, the winners of challenge cups."""
