package role

// The permissions of "Permission list", named after their string.
const (
	DashboardView                 Permission = "dashboard.view"
	SelfPassword                  Permission = "self.password"
	ProjectRead                   Permission = "project.read"
	ProjectLookup                 Permission = "project.lookup"
	ProjectCreate                 Permission = "project.create"
	ProjectUpdate                 Permission = "project.update"
	ProjectStatus                 Permission = "project.status"
	ProjectDelete                 Permission = "project.delete"
	ProjectRestore                Permission = "project.restore"
	ProjectMSPAssign              Permission = "project.mspAssign"
	ApplicationRead               Permission = "application.read"
	ApplicationCreate             Permission = "application.create"
	ApplicationUpdate             Permission = "application.update"
	ApplicationStatus             Permission = "application.status"
	ApplicationResend             Permission = "application.resend"
	ApplicationTransformationTest Permission = "application.transformationTest"
	RateRead                      Permission = "rate.read"
	RateWrite                     Permission = "rate.write"
	FreelancerRead                Permission = "freelancer.read"
	FreelancerPIIRead             Permission = "freelancer.pii.read"
	FreelancerCreate              Permission = "freelancer.create"
	FreelancerUpdate              Permission = "freelancer.update"
	FreelancerStatus              Permission = "freelancer.status"
	FreelancerDelete              Permission = "freelancer.delete"
	FreelancerRestore             Permission = "freelancer.restore"
	FreelancerMerge               Permission = "freelancer.merge"
	FreelancerExport              Permission = "freelancer.export"
	FreelancerErase               Permission = "freelancer.erase"
	FreelancerImpersonate         Permission = "freelancer.impersonate"
	BoundClientRead               Permission = "boundClient.read"
	BoundClientWrite              Permission = "boundClient.write"
	MSPRead                       Permission = "msp.read"
	MSPCreate                     Permission = "msp.create"
	MSPUpdate                     Permission = "msp.update"
	MSPDelete                     Permission = "msp.delete"
	MSPStatus                     Permission = "msp.status"
	MSPLegalEntity                Permission = "msp.legalEntity"
	MSPPermissionRead             Permission = "msp.permission.read"
	MSPPermissionWrite            Permission = "msp.permission.write"
	MSPImpersonate                Permission = "msp.impersonate"
	PoolRead                      Permission = "pool.read"
	PoolLookup                    Permission = "pool.lookup"
	PoolCreate                    Permission = "pool.create"
	PoolUpdate                    Permission = "pool.update"
	PoolDelete                    Permission = "pool.delete"
	PoolCategory                  Permission = "pool.category"
	PoolImport                    Permission = "pool.import"
	PoolMemberRead                Permission = "pool.member.read"
	PoolMemberWrite               Permission = "pool.member.write"
	QuestionRead                  Permission = "question.read"
	QuestionCreate                Permission = "question.create"
	QuestionUpdate                Permission = "question.update"
	QuestionDelete                Permission = "question.delete"
	TranslationRead               Permission = "translation.read"
	TranslationWrite              Permission = "translation.write"
	TranslationExport             Permission = "translation.export"
	ClientRead                    Permission = "client.read"
	ClientUpdate                  Permission = "client.update"
	ClientLanguageWrite           Permission = "client.language.write"
	LegalEntityRead               Permission = "legalEntity.read"
	LegalEntityUpdate             Permission = "legalEntity.update"
	FormulaRead                   Permission = "formula.read"
	FormulaWrite                  Permission = "formula.write"
	SettingRead                   Permission = "setting.read"
	SettingWrite                  Permission = "setting.write"
	UsersGroup                    Permission = "users.group"
	AdminUserRead                 Permission = "adminUser.read"
	AdminUserWrite                Permission = "adminUser.write"
	CronRead                      Permission = "cron.read"
	CronTrigger                   Permission = "cron.trigger"
	CronManage                    Permission = "cron.manage"
	IndexRead                     Permission = "index.read"
	IndexDocumentWrite            Permission = "index.document.write"
	IndexRebuild                  Permission = "index.rebuild"
	IndexDrift                    Permission = "index.drift"
	VMSMappingRead                Permission = "vms.mapping.read"
	VMSMappingWrite               Permission = "vms.mapping.write"
	VMSMessageRead                Permission = "vms.message.read"
	VMSMessageReplay              Permission = "vms.message.replay"
	NoteRead                      Permission = "note.read"
	NoteWrite                     Permission = "note.write"
	MailManage                    Permission = "mail.manage"
	AuditRead                     Permission = "audit.read"
	AuditReadOwn                  Permission = "audit.read.own"
	ResourceRead                  Permission = "resource.read"
	ResourceWrite                 Permission = "resource.write"
	CatalogImageWrite             Permission = "catalogImage.write"
	SkillRead                     Permission = "skill.read"
	SkillWrite                    Permission = "skill.write"
)

// table is the whole of "Permission list": which role codes hold a permission.
var table = []struct {
	permission Permission
	roles      roles
}{
	{DashboardView, "abcd"},
	{SelfPassword, "abcd"},
	{ProjectRead, "a"},
	{ProjectLookup, "abcd"},
	{ProjectCreate, "a"},
	{ProjectUpdate, "a"},
	{ProjectStatus, "a"},
	{ProjectDelete, "a"},
	{ProjectRestore, "a"},
	{ProjectMSPAssign, "a"},
	{ApplicationRead, "a"},
	{ApplicationCreate, "a"},
	{ApplicationUpdate, "a"},
	{ApplicationStatus, "a"},
	{ApplicationResend, "ab"},
	{ApplicationTransformationTest, "abd"},
	{RateRead, "ad"},
	{RateWrite, "a"},
	{FreelancerRead, "a"},
	{FreelancerPIIRead, "a"},
	{FreelancerCreate, "a"},
	{FreelancerUpdate, "a"},
	{FreelancerStatus, "a"},
	{FreelancerDelete, "a"},
	{FreelancerRestore, "a"},
	{FreelancerMerge, "a"},
	{FreelancerExport, "a"},
	{FreelancerErase, "a"},
	{FreelancerImpersonate, "ab"},
	{BoundClientRead, "ad"},
	{BoundClientWrite, "a"},
	{MSPRead, "a"},
	{MSPCreate, "a"},
	{MSPUpdate, "a"},
	{MSPDelete, "a"},
	{MSPStatus, "a"},
	{MSPLegalEntity, "a"},
	{MSPPermissionRead, "ad"},
	{MSPPermissionWrite, "a"},
	{MSPImpersonate, "ab"},
	{PoolRead, "c"},
	{PoolLookup, "abcd"},
	{PoolCreate, "c"},
	{PoolUpdate, "c"},
	{PoolDelete, "c"},
	{PoolCategory, "c"},
	{PoolImport, "c"},
	{PoolMemberRead, "ac"},
	{PoolMemberWrite, "c"},
	{QuestionRead, "c"},
	{QuestionCreate, "c"},
	{QuestionUpdate, "c"},
	{QuestionDelete, "c"},
	{TranslationRead, "abcd"},
	{TranslationWrite, "c"},
	{TranslationExport, "cd"},
	{ClientRead, "abcd"},
	{ClientUpdate, "d"},
	{ClientLanguageWrite, "cd"},
	{LegalEntityRead, "abcd"},
	{LegalEntityUpdate, "d"},
	{FormulaRead, "ad"},
	{FormulaWrite, "d"},
	{SettingRead, "bd"},
	{SettingWrite, "d"},
	{UsersGroup, "ad"},
	{AdminUserRead, "d"},
	{AdminUserWrite, "d"},
	{CronRead, "b"},
	{CronTrigger, "b"},
	{CronManage, "b"},
	{IndexRead, "b"},
	{IndexDocumentWrite, "b"},
	{IndexRebuild, "b"},
	{IndexDrift, "b"},
	{VMSMappingRead, "abd"},
	{VMSMappingWrite, "d"},
	{VMSMessageRead, "abd"},
	{VMSMessageReplay, "b"},
	{NoteRead, "abcd"},
	{NoteWrite, "abcd"},
	{MailManage, "ab"},
	{AuditRead, "bd"},
	{AuditReadOwn, "abcd"},
	{ResourceRead, "abcd"},
	{ResourceWrite, "ac"},
	{CatalogImageWrite, "c"},
	{SkillRead, "ad"},
	{SkillWrite, "ad"},
}
