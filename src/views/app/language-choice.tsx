import { NativeSelect } from '@mantine/core'
import { IconLanguage } from '@tabler/icons-react'
import { SHELL } from '#src/texts/en/app.ts'
import { currentLanguage, LANGUAGES, PSEUDO } from '#src/texts/language.ts'
import { useServices } from '../kit/app-context.tsx'
import classes from './language-choice.module.css'

/** The languages of the portal, each in itself. */
export const LanguageSelect = () => {
  const { preferences } = useServices()
  const { tag } = currentLanguage()
  return (
    <NativeSelect
      size="xs"
      className={classes['select'] ?? ''}
      aria-label={SHELL.language}
      leftSection={<IconLanguage size={16} stroke={1.75} aria-hidden />}
      value={tag}
      onChange={({ currentTarget }) => void preferences.choose({ language: currentTarget.value })}
    >
      {[...LANGUAGES].map(([each, { name }]) => (
        <option key={each} value={each} lang={each}>
          {name}
        </option>
      ))}
      {tag === PSEUDO ? <option value={PSEUDO}>{PSEUDO}</option> : null}
    </NativeSelect>
  )
}
