"""What the tests of the trial share."""

import unittest


class Trial(unittest.TestCase):
    """Tests whose calls are made several at a time. What was wrong with any call fails the test that made it."""

    caller = None
    material = None

    def tearDown(self):
        wrong, self.caller.wrong = self.caller.wrong, []
        self.assertEqual(len(wrong), 0, "\n" + "\n".join(wrong))
