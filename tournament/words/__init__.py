"""How codes and values are said: words and sentences for what scoring and rulesets speak. Knows no rows and no page."""
