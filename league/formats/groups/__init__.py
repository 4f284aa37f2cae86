"""Groups, each a round robin, and who goes on from them."""
