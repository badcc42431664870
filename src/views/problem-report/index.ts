export { ProblemReportButton, ProblemReportShortcut } from './problem-report.tsx'
