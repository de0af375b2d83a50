"""What a person is told when something cannot be done."""


class Refused(Exception):
    """A deed that was refused; ``sentence`` says why and what to do, in words for the person who tried."""

    def __init__(self, sentence: str):
        super().__init__(sentence)
        self.sentence = sentence
