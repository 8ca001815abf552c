from django import template

from ..models import Certificate

register = template.Library()


@register.simple_tag
def senior_certificates():
    return Certificate.objects.filter(level=Certificate.Level.SENIOR).count()
