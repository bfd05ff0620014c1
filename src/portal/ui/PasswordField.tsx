import { PasswordInput } from '@mantine/core'
import type { PasswordInputProps } from '@mantine/core'
import { IconEye, IconEyeOff } from '@tabler/icons-react'
import { t } from '../../core/index.ts'

/** A password input that can reveal its text, by keyboard too. */
export function PasswordField(props: PasswordInputProps) {
  return (
    <PasswordInput size="md" visibilityToggleIcon={({ reveal }) => (reveal ? <IconEyeOff size={18} aria-hidden /> : <IconEye size={18} aria-hidden />)}
      visibilityToggleButtonProps={{ 'aria-label': t('Show or hide the password'), tabIndex: 0 }} {...props} />
  )
}
