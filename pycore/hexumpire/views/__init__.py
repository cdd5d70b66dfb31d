"""What a person or a page is shown of a battle."""
