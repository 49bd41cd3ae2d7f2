{"alternative", 3, as_alternative},
