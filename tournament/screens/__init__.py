"""The screens in the hall: named and steered from the desk."""
