package app

import (
	"poolkeeper.example/extension-service/domains/applications"
	"poolkeeper.example/extension-service/domains/freelancers"
	"poolkeeper.example/extension-service/domains/msps"
	"poolkeeper.example/extension-service/domains/pools"
	"poolkeeper.example/extension-service/domains/projects"
	"poolkeeper.example/extension-service/domains/questions"
	"poolkeeper.example/extension-service/domains/rates"
	"poolkeeper.example/extension-service/domains/shortlist"
	"poolkeeper.example/extension-service/domains/staff"
	"poolkeeper.example/extension-service/domains/terms"
	"poolkeeper.example/extension-service/domains/vms"
	"poolkeeper.example/extension-service/engine/access"
	"poolkeeper.example/extension-service/engine/admin/imports"
	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/admin/statemachine"
	"poolkeeper.example/extension-service/engine/admin/typescript"
	"poolkeeper.example/extension-service/engine/audit"
	"poolkeeper.example/extension-service/engine/backup"
	"poolkeeper.example/extension-service/engine/content"
	"poolkeeper.example/extension-service/engine/dashboard"
	"poolkeeper.example/extension-service/engine/files"
	"poolkeeper.example/extension-service/engine/jobs"
	"poolkeeper.example/extension-service/engine/notes"
	"poolkeeper.example/extension-service/engine/planned"
	"poolkeeper.example/extension-service/engine/preferences"
	"poolkeeper.example/extension-service/engine/schedule"
	"poolkeeper.example/extension-service/engine/search"
	"poolkeeper.example/extension-service/engine/search/admin"
	"poolkeeper.example/extension-service/engine/settings"
	"poolkeeper.example/extension-service/engine/status"
	"poolkeeper.example/extension-service/engine/support"
	"poolkeeper.example/extension-service/engine/timeline"
	"poolkeeper.example/extension-service/engine/views"
	"poolkeeper.example/extension-service/platform/role"
)

// TypeScript writes what the panel is compiled against, by file: the records of the resources, and the other answers it
// reads.
func (s *Service) TypeScript() (map[string][]byte, error) {
	answers, err := typescript.Answers(append(resource.AnswerTypes(), answerTypes...))
	return map[string][]byte{"resources.ts": typescript.Records(s.Registry.All()), "answers.ts": answers}, err
}

// answerTypes are what the panel reads beside records, under the names it knows them by.
var answerTypes = []resource.AnsweredType{
	resource.AnswerType[metaAnswer]("Meta"), resource.AnswerType[group]("GroupMeta"),
	resource.AnswerType[entry]("EntryMeta"),
	resource.AnswerType[preferences.Answer]("Preference"), resource.AnswerType[preferences.SharedView]("SharedView"),
	resource.AnswerType[preferences.Density]("ListDensity"),

	resource.AnswerType[statemachine.Possible[projects.Status]]("PossibleStatuses"),
	resource.AnswerType[statemachine.Choice[projects.Status]]("PossibleStatus"),
	resource.AnswerType[jobs.Accepted]("JobAccepted"), resource.AnswerType[jobs.Document]("Job"),
	resource.AnswerType[jobs.WithRows]("JobWithRows"),
	resource.AnswerType[jobs.Progress]("JobProgress"), resource.AnswerType[jobs.State]("JobState"),
	resource.AnswerType[jobs.Outcome]("JobOutcome"), resource.AnswerType[jobs.Result]("JobRow"),
	resource.AnswerType[jobs.UndoAnswer]("JobUndo"), resource.AnswerType[jobs.UndoPreview]("UndoPreview"),

	resource.AnswerType[staff.Tokens]("Tokens"), resource.AnswerType[staff.UserContext]("UserContext"),
	resource.AnswerType[staff.Impersonation]("Impersonation"),
	resource.AnswerType[staff.Admin]("StaffAccount"), resource.AnswerType[staff.Invited]("StaffInvited"),
	resource.AnswerType[staff.OneTime]("OneTimePassword"),
	resource.AnswerType[staff.TOTPSecret]("TOTPSecret"), resource.AnswerType[staff.RecoveryCodes]("RecoveryCodes"),
	resource.AnswerType[staff.Passkey]("Passkey"), resource.AnswerType[staff.PasskeyOptions]("PasskeyOptions"),
	resource.AnswerType[staff.AddedPasskey]("AddedPasskey"),
	resource.AnswerType[staff.Session]("StaffSession"), resource.AnswerType[staff.SessionEnder]("StaffSessionEnder"),
	resource.AnswerType[staff.SessionEnd]("StaffSessionEnd"), resource.AnswerType[staff.Term]("StaffTerm"),
	resource.AnswerType[staff.User]("SignedInUser"), resource.AnswerType[role.Scope]("StaffScope"),
	resource.AnswerType[dashboard.Answer]("DashboardSummary"), resource.AnswerType[dashboard.Shown]("DashboardCard"),
	resource.AnswerType[dashboard.Item]("DashboardCardItem"), resource.AnswerType[dashboard.Step]("DashboardStep"),
	resource.AnswerType[dashboard.Activity]("DashboardActivity"),
	resource.AnswerType[views.Totals]("ViewTotals"), resource.AnswerType[views.Waiting]("ViewWaiting"),
	resource.AnswerType[notes.Person]("NotePerson"),
	resource.AnswerType[timeline.Page]("TimelinePage"), resource.AnswerType[timeline.Event]("TimelineEvent"),
	resource.AnswerType[settings.Setting]("Setting"),
	resource.AnswerType[audit.Person]("AuditActor"), resource.AnswerType[audit.Batch]("AuditBatch"),
	resource.AnswerType[audit.Changed]("AuditField"),
	resource.AnswerType[support.Bundle]("SupportBundle"), resource.AnswerType[support.Line]("SupportLine"),
	resource.AnswerType[support.Mail]("SupportMail"), resource.AnswerType[support.Message]("SupportMessage"),
	resource.AnswerType[support.IndexState]("IndexStanding"), resource.AnswerType[support.Run]("SupportRun"),
	resource.AnswerType[support.Attempt]("SupportAttempt"),
	resource.AnswerType[backup.State]("RestoreState"), resource.AnswerType[backup.Waiting]("RestoreWaiting"),
	resource.AnswerType[backup.Decision]("RestoreDecision"),
	resource.AnswerType[search.Mapping]("IndexMapping"), resource.AnswerType[search.Field]("IndexField"),
	resource.AnswerType[search.FieldType]("IndexFieldType"),
	resource.AnswerType[search.FieldDifference]("IndexFieldDifference"), resource.AnswerType[search.Drift]("IndexDrift"),
	resource.AnswerType[admin.Answer]("IndexAnswer"), resource.AnswerType[admin.Found]("IndexFound"),
	resource.AnswerType[admin.Document]("IndexDocument"),
	resource.AnswerType[admin.Status]("IndexStatus"), resource.AnswerType[admin.DriftSums]("IndexDriftSums"),
	resource.AnswerType[admin.State]("IndexJob"),
	resource.AnswerType[admin.RunState]("IndexJobState"), resource.AnswerType[admin.Started]("IndexStarted"),
	resource.AnswerType[admin.Report]("IndexReport"),
	resource.AnswerType[admin.Line]("IndexReportLine"), resource.AnswerType[admin.Updated]("IndexUpdated"),
	resource.AnswerType[admin.Deleted]("IndexDeleted"),
	resource.AnswerType[admin.RolledBack]("IndexRolledBack"),
	resource.AnswerType[status.Answer]("ServiceStatus"), resource.AnswerType[status.Copy]("ServiceCopy"),
	resource.AnswerType[status.Known]("ServicePart"),
	resource.AnswerType[status.Span]("ServiceSpan"), resource.AnswerType[status.Queue]("ServiceQueue"),
	resource.AnswerType[status.Disk]("ServiceDisk"), resource.AnswerType[status.State]("ServiceState"),
	resource.AnswerType[planned.Item]("PlannedChange"), resource.AnswerType[planned.State]("PlannedState"),
	resource.AnswerType[planned.Problem]("PlannedProblem"), resource.AnswerType[planned.Decision]("PlannedDecision"),
	resource.AnswerType[access.FieldReaders]("AccessFieldReaders"),
	resource.AnswerType[access.Kind]("AccessKind"),
	resource.AnswerType[access.RoleReads]("AccessRoleReads"),
	resource.AnswerType[access.PersonReads]("AccessPersonReads"),
	resource.AnswerType[access.RightChange]("AccessRightChange"),
	resource.AnswerType[access.Comparison]("AccessComparison"),
	resource.AnswerType[schedule.Preview]("SchedulePreview"),
	resource.AnswerType[schedule.Item]("ScheduledJob"), resource.AnswerType[schedule.EndedRun]("ScheduledRunShort"),
	resource.AnswerType[schedule.RunAnswer]("ScheduledRun"),
	resource.AnswerType[schedule.Logged]("ScheduledRunLogged"), resource.AnswerType[schedule.Line]("ScheduledRunLine"),
	resource.AnswerType[schedule.Level]("LogLevel"),
	resource.AnswerType[schedule.Triggered]("ScheduledRunTriggered"),
	resource.AnswerType[schedule.State]("ScheduledRunState"), resource.AnswerType[schedule.Overlap]("ScheduleOverlap"),
	resource.AnswerType[schedule.Param]("ScheduleParam"), resource.AnswerType[schedule.Missed]("ScheduleMissed"),
	resource.AnswerType[schedule.Stats]("ScheduleStats"),
	resource.AnswerType[schedule.Trigger]("ScheduleTrigger"),
	resource.AnswerType[content.Coverage]("TextCoverage"),
	resource.AnswerType[content.Usage]("TextUsage"), resource.AnswerType[content.Showing]("TextShowing"),
	resource.AnswerType[content.MissingText]("MissingText"),
	resource.AnswerType[content.TrashedKey]("TrashedKey"), resource.AnswerType[content.TrashedText]("TrashedText"),
	resource.AnswerType[content.Trashed]("KeysTrashed"),
	resource.AnswerType[content.Change]("TextChange"), resource.AnswerType[content.Value]("TextValue"),
	resource.AnswerType[content.Restored]("TextsRestored"),
	resource.AnswerType[content.TextPlan]("TextPlan"), resource.AnswerType[content.TextFile]("TextFile"),
	resource.AnswerType[content.PlannedColumn]("TextFileColumn"),
	resource.AnswerType[content.FileLine]("TextFileLine"), resource.AnswerType[content.FileLocale]("TextFileLocale"),
	resource.AnswerType[content.FileField]("TextFileField"),
	resource.AnswerType[content.KnownText]("TextKnown"), resource.AnswerType[content.FormerSource]("TextFormerSource"),
	resource.AnswerType[content.PlanLine]("TextPlanLine"), resource.AnswerType[content.PlanReason]("TextPlanReason"),
	resource.AnswerType[content.PlanKind]("TextPlanKind"), resource.AnswerType[content.DismissedFinding]("TextSetAside"),
	resource.AnswerType[content.Finding]("TextFinding"),
	resource.AnswerType[files.Resource]("StoredFile"), resource.AnswerType[files.Described]("StoredFileUses"),
	resource.AnswerType[files.Use]("FileUse"),
	resource.AnswerType[terms.Country]("CountryChoice"),
	resource.AnswerType[vms.Effect]("VmsEffect"), resource.AnswerType[vms.FieldChange]("VmsFieldChange"),
	resource.AnswerType[vms.StatusChange]("VmsStatusChange"),
	resource.AnswerType[vms.Guide]("VmsGuide"), resource.AnswerType[vms.Place]("VmsPlace"),
	resource.AnswerType[vms.Template]("VmsTemplate"), resource.AnswerType[vms.Checked]("VmsChecked"),
	resource.AnswerType[vms.TestRuns]("VmsTestRuns"), resource.AnswerType[vms.TestRun]("VmsTestRun"),
	resource.AnswerType[vms.Review]("VmsReview"), resource.AnswerType[vms.ReviewGroup]("VmsReviewGroup"),
	resource.AnswerType[vms.ReviewField]("VmsReviewField"),
	resource.AnswerType[vms.ReviewExample]("VmsReviewExample"), resource.AnswerType[vms.ReviewOutcome]("VmsReviewOutcome"),
	resource.AnswerType[vms.Difference]("VmsReadDifference"),
	resource.AnswerType[vms.Shape]("VmsShape"), resource.AnswerType[vms.ShapePath]("VmsShapePath"),
	resource.AnswerType[vms.ShapeAlarm]("VmsShapeAlarm"),
	resource.AnswerType[vms.ConnectionTest]("VmsConnectionTest"), resource.AnswerType[vms.TestStep]("VmsTestStep"),
	resource.AnswerType[vms.Activity]("VmsActivity"), resource.AnswerType[vms.Event]("VmsEvent"),
	resource.AnswerType[vms.Calls]("VmsCalls"),
	resource.AnswerType[vms.Setup]("VmsSetup"), resource.AnswerType[vms.SetupMapping]("VmsSetupMapping"),
	resource.AnswerType[vms.SetupMessage]("VmsSetupMessage"),
	resource.AnswerType[vms.TestSending]("VmsTestSending"), resource.AnswerType[vms.TestDelivery]("VmsTestDelivery"),
	resource.AnswerType[vms.CursorMove]("VmsCursorMove"), resource.AnswerType[vms.CursorEntry]("VmsCursorEntry"),

	resource.AnswerType[shortlist.Shortlist]("Shortlist"), resource.AnswerType[shortlist.Candidate]("ShortlistCandidate"),
	resource.AnswerType[shortlist.Weighting]("ShortlistWeights"),
	resource.AnswerType[shortlist.Points]("ShortlistPoints"), resource.AnswerType[shortlist.Change]("ShortlistChange"),
	resource.AnswerType[shortlist.Excluded]("ShortlistOut"),
	resource.AnswerType[applications.RowReadiness]("ApplicationReadiness"),
	resource.AnswerType[applications.Check]("ReadinessCheck"),
	resource.AnswerType[applications.Funnel]("ApplicationFunnel"),
	resource.AnswerType[applications.FunnelStep]("FunnelStep"),
	resource.AnswerType[applications.Warnings]("ApplicationWarnings"),
	resource.AnswerType[applications.InCurrency]("ApplicationsInCurrency"),
	resource.AnswerType[applications.Printed]("ApplicationPrint"),
	resource.AnswerType[questions.Preview]("QuestionPreview"), resource.AnswerType[questions.ExternalView]("QuestionFace"),
	resource.AnswerType[questions.Offered]("QuestionChoice"),
	resource.AnswerType[questions.Problem]("QuestionProblem"), resource.AnswerType[questions.Line]("QuestionLine"),
	resource.AnswerType[questions.Uploads]("QuestionUploads"),
	resource.AnswerType[questions.FileType]("QuestionFileType"),
	resource.AnswerType[questions.Simulation]("QuestionSimulation"),
	resource.AnswerType[questions.AnswerSeen]("QuestionAnswerSeen"),
	resource.AnswerType[freelancers.MailDrafts]("MailDrafts"), resource.AnswerType[freelancers.MailDraft]("MailDraft"),
	resource.AnswerType[freelancers.WrittenMail]("WrittenMail"),
	resource.AnswerType[freelancers.ErasePlan]("ErasePlan"), resource.AnswerType[freelancers.MergePlan]("MergePlan"),
	resource.AnswerType[freelancers.Chosen]("MergeChoice"),
	resource.AnswerType[freelancers.Contested]("MergeApplications"),
	resource.AnswerType[freelancers.CompetingApplication]("MergeApplication"),
	resource.AnswerType[freelancers.Trace]("FreelancerPart"), resource.AnswerType[freelancers.Person]("FreelancerPerson"),
	resource.AnswerType[msps.CatalogueLine]("MSPPermission"), resource.AnswerType[msps.Permission]("MSPPermissionName"),
	resource.AnswerType[msps.Entity]("MSPLegalEntity"), resource.AnswerType[msps.Grant]("MSPGrant"),
	resource.AnswerType[msps.Released]("MSPReleased"),

	resource.AnswerType[imports.Inspected]("ImportInspected"), resource.AnswerType[imports.Plan]("ImportPlan"),
	resource.AnswerType[imports.PlanRow]("ImportPlanRow"), resource.AnswerType[resource.ImportColumn]("ImportField"),
	resource.AnswerType[imports.File[string]]("ImportFile"), resource.AnswerType[imports.Candidate]("ImportCandidate"),
	resource.AnswerType[imports.PlannedColumn[string]]("ImportFileColumn"),
	resource.AnswerType[imports.Column[string]]("ImportFileColumnChoice"),
	resource.AnswerType[resource.ImportChange]("ImportChange"), resource.AnswerType[resource.ImportKind]("ImportKind"),

	resource.AnswerType[pools.Plan]("PoolPlan"), resource.AnswerType[pools.Conflict]("PoolPlanRow"),
	resource.AnswerType[pools.Attached]("PoolAttached"),
	resource.AnswerType[pools.ImportProgress]("PoolImport"), resource.AnswerType[pools.Candidate]("PoolCandidate"),
	resource.AnswerType[pools.Class]("PoolConflictClass"), resource.AnswerType[pools.Decision]("PoolDecision"),
	resource.AnswerType[pools.Mode]("PoolImportMode"),
	resource.AnswerType[pools.PlannedFile]("PoolFile"), resource.AnswerType[pools.PlannedColumn]("PoolFileColumn"),
	resource.AnswerType[pools.Column]("PoolFileColumnChoice"),
	resource.AnswerType[imports.FileRow]("PoolFileRow"), resource.AnswerType[pools.Likely]("PoolLikely"),
	resource.AnswerType[pools.Field]("PoolFileField"),
	resource.AnswerType[pools.Cluster]("PoolTagCluster"), resource.AnswerType[pools.Spelling]("PoolTagSpelling"),
	resource.AnswerType[pools.Tagged]("PoolTagMember"), resource.AnswerType[pools.PlannedSource]("PoolPlanSource"),

	resource.AnswerType[rates.Formulas]("RateFormulas"), resource.AnswerType[rates.Version]("RateFormulaVersion"),
	resource.AnswerType[rates.Effective]("RateFormulasInForce"),
	resource.AnswerType[rates.Tree]("RateFormulaTree"), resource.AnswerType[rates.Node]("RateFormulaNode"),
	resource.AnswerType[rates.ClientNode]("RateFormulaClient"),
	resource.AnswerType[rates.Warned]("RateWarned"), resource.AnswerType[rates.Pair]("FormulaPair"),
	resource.AnswerType[rates.Impact]("RateImpact"), resource.AnswerType[rates.Sample]("RateSample"),
	resource.AnswerType[rates.Outlier]("RateOutlier"), resource.AnswerType[rates.Preview]("RatePreview"),
	resource.AnswerType[rates.Step]("RatePreviewStep"),
	resource.AnswerType[rates.Warning]("RateWarning"), resource.AnswerType[rates.WarnedCode]("RateWarnedCode"),
	resource.AnswerType[rates.Scope]("FormulaScope"),
	resource.AnswerType[rates.From]("FormulaSource"),
}
