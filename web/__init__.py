"""The web app: Flask pages over the API. It knows pages and languages, no rule of any game."""
