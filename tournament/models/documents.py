"""Official documents as they were issued: the bytes and their hash (5.3.5)."""

from django.db import models


class Document(models.Model):
    """The PDF of an accepted scoresheet. Append-only by trigger; a corrected sheet gets another document."""

    scoresheet = models.ForeignKey("Scoresheet", on_delete=models.PROTECT, related_name="documents")
    content_hash = models.CharField(max_length=64)
    head_hash = models.CharField(max_length=64)
    pdf = models.BinaryField()
    sha256 = models.CharField(max_length=64)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["created_at", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["scoresheet", "head_hash"], name="one_document_a_state_of_the_sheet")
        ]

    def __str__(self) -> str:
        return f"{self.scoresheet}: {self.sha256[:12]}"
