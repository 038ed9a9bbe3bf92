"""The letters and signs that every font of a page or a paper must have."""

UMLAUTS_AND_SIGNS = "äöüßÄÖÜ0123456789+−·–…„“€↑↓"
NEIGHBOURS = "áčěřšžůłńśźżőűşğİı"
