from django import forms
from django.contrib import admin
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from .models import Certificate


class ExtendForm(forms.Form):
    expires_on = forms.DateField(label=_("Expires on"), widget=admin.widgets.AdminDateWidget)


@admin.register(Certificate)
class CertificateAdmin(admin.ModelAdmin):
    list_display = ["name", "freelancer", "issuer", "expires_on", "years_left", "level"]
    list_filter = ["level", "issuer"]
    list_select_related = ["freelancer"]
    search_fields = ["name", "issuer", "freelancer__name"]
    autocomplete_fields = ["freelancer"]
    actions = ["extend"]

    @admin.display(description=_("Years left"), ordering="expires_on")
    def years_left(self, certificate):
        return certificate.expires_on and certificate.expires_on.year - timezone.now().year

    @admin.action(description=_("Extend"), permissions=["change"])
    def extend(self, request, queryset):
        form = ExtendForm(request.POST if "apply" in request.POST else None)
        if form.is_valid():
            for certificate in queryset.filter(level=Certificate.Level.SENIOR):
                certificate.expires_on = form.cleaned_data["expires_on"]
                certificate.save()
                self.log_change(request, certificate, [{"changed": {"fields": ["expires_on"]}}])
            self.message_user(request, _("Extended"))
            return redirect(request.get_full_path())
        context = {**self.admin_site.each_context(request), "form": form, "certificates": queryset, "title": _("Extend the certificate")}
        return render(request, "admin/extend.html", context)
