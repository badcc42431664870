import { FileButton, type FileButtonProps } from '@mantine/core'
import { useRef } from 'react'

type FilePickerProps = Pick<FileButtonProps, 'accept' | 'disabled' | 'children'> & {
  readonly onFile: (file: File) => void
}

/** A button that picks a file. It forgets the file at once, so that the same one can be picked again after it was corrected. */
export const FilePicker = ({ onFile, ...props }: FilePickerProps) => {
  const reset = useRef<() => void>(null)
  const pick = (file: File | null) => {
    if (file === null) return
    onFile(file)
    reset.current?.()
  }
  return <FileButton {...props} resetRef={reset} onChange={pick} />
}
