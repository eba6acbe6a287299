"""Classes as teachers and pupils may use them."""
