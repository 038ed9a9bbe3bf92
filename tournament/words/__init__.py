"""Words and sentences for the codes and values of scoring and rulesets. Knows no rows and no page."""
