from django.core.validators import FileExtensionValidator
from django.db import models
from django.utils.translation import gettext_lazy as _


class Certificate(models.Model):
    class Level(models.TextChoices):
        JUNIOR = "JUNIOR", _("Junior")
        SENIOR = "SENIOR", _("Senior")

    name = models.CharField(_("name"), max_length=80)
    freelancer = models.ForeignKey("freelancers.Freelancer", models.CASCADE, verbose_name=_("freelancer"))
    issuer = models.CharField(_("issuer"), max_length=200, blank=True)
    expires_on = models.DateField(_("expires on"), null=True, blank=True, db_index=True)
    level = models.CharField(_("level"), max_length=6, choices=Level, blank=True)
    paper = models.FileField(_("paper"), upload_to="certificates", blank=True, validators=[FileExtensionValidator(["pdf"])])

    class Meta:
        verbose_name = _("certificate")
        verbose_name_plural = _("certificates")

    def __str__(self):
        return self.name
