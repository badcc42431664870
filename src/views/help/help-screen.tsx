import { IconChevronDown, IconDownload } from '@tabler/icons-react'
import { useSelector } from '@xstate/react'
import type { ActorRefFrom } from 'xstate'
import { selectManual } from '#src/machines/app/app.selectors.ts'
import type { manualMachine } from '#src/machines/help/manual.machine.ts'
import { selectIsLoading } from '#src/machines/help/manual.selectors.ts'
import { HELP, QUESTIONS } from '#src/texts/en/help.ts'
import { SupportLines } from '../app/index.ts'
import { useAppSelector } from '../kit/app-context.tsx'
import { BusyButton } from '../kit/buttons.tsx'
import page from '../kit/page.module.css'
import classes from './help-screen.module.css'

const Manual = ({ manual }: { manual: ActorRefFrom<typeof manualMachine> }) => (
  <BusyButton
    variant="default"
    leftSection={<IconDownload size={18} stroke={1.75} aria-hidden />}
    busy={useSelector(manual, selectIsLoading)}
    onClick={() => manual.send({ type: 'manual.download' })}
  >
    {HELP.manual}
  </BusyButton>
)

/** The help page `/support`: questions and answers, the user manual (FTR-08), and how support is reached (FTR-03). */
const HelpScreen = () => {
  const manual = useAppSelector(selectManual)
  return (
    <div className={page['page']}>
      <header>
        <h1 className={page['title']}>{HELP.title}</h1>
        <p className={classes['lead']}>{HELP.lead}</p>
      </header>
      <div className={classes['columns']}>
        <section aria-labelledby="help-questions">
          <h2 id="help-questions" className={classes['heading']}>
            {HELP.questions}
          </h2>
          {QUESTIONS.map(({ question, answer }, index) => (
            <details key={question} className={classes['question']} open={index === 0}>
              <summary>
                {question}
                <IconChevronDown size={18} stroke={1.75} aria-hidden />
              </summary>
              {answer.map((paragraph) => (
                <p key={paragraph}>{paragraph}</p>
              ))}
            </details>
          ))}
        </section>
        <div className={classes['side']}>
          <section className={classes['card']} aria-labelledby="help-manual">
            <h2 id="help-manual">{HELP.manualTitle}</h2>
            <p>{HELP.manualText}</p>
            {manual === undefined ? null : <Manual manual={manual} />}
          </section>
          <section className={classes['card']} aria-labelledby="help-support">
            <h2 id="help-support">{HELP.supportTitle}</h2>
            <p>{HELP.supportText}</p>
            <SupportLines />
          </section>
        </div>
      </div>
    </div>
  )
}

export default HelpScreen
