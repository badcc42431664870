import { TEXTS } from '#contract/texts.ts'

/** 'Welcome back,' and the first name in lower case (SHL-30). */
export const Greeting = ({ firstName }: { firstName: string }) => (
  <>
    {TEXTS.welcomeBack} <b>{firstName.toLowerCase()}</b>
  </>
)
