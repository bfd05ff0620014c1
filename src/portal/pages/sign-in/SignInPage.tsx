import { Alert, Button, PasswordInput, Stack, Text, TextInput, Title } from '@mantine/core'
import { IconAlertTriangle, IconEye, IconEyeOff } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { messageOf } from '../../api/client.ts'
import { signIn } from '../../api/commands.ts'
import { returnPage, startSession, useSession } from '../../api/session.ts'
import { toast } from '../../ui/toasts.ts'
import { useScreenTitle } from '../../ui/use-screen-title.ts'
import { emailProblem, passwordProblem } from './credentials.ts'
import { WelcomePanel } from './WelcomePanel.tsx'
import classes from './SignInPage.module.css'

/** Sign-in by e-mail and password. Leads on to the page that was asked for, or left. */
export function SignInPage() {
  const session = useSession()
  const navigate = useNavigate()
  useScreenTitle('Sign in')
  // Also when another tab signs in.
  useEffect(() => {
    if (session) void navigate(returnPage(session.user), { replace: true })
  }, [session, navigate])
  return (
    <div className={classes.page} data-screen="shell.sign-in" data-kind="sign-in">
      <main className={classes.side}>
        <div className={classes.box}>
          <div className={classes.brand}>
            <img src="/favicon.svg" alt="" width={44} height={44} />
            <Text fw={700} fz="xl" style={{ letterSpacing: '0.06em' }}>ESS</Text>
          </div>
          <Title order={1} fz={28}>Sign in</Title>
          <Text c="dimmed" mt={4} mb="xl">Use the e-mail address your organisation knows you by.</Text>
          <Credentials />
        </div>
      </main>
      <WelcomePanel />
    </div>
  )
}

function Credentials() {
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [isChecked, setChecked] = useState(false)
  const login = useMutation({
    mutationFn: signIn,
    onSuccess: ({ data, message }) => {
      startSession(data)
      if (message) toast.success(message)
    },
  })
  const problems = { email: emailProblem(email), password: passwordProblem(password) }
  const submit = () => {
    setChecked(true)
    if (!problems.email && !problems.password) login.mutate({ email: email.trim(), password })
    else document.getElementById(problems.email ? 'email' : 'password')?.focus()
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <Stack gap="md">
        {login.isError && <Alert color="error" icon={<IconAlertTriangle aria-hidden />} role="alert">{messageOf(login.error)}</Alert>}
        <TextInput id="email" name="email" type="email" label="E-mail" size="md" autoComplete="username" autoFocus inputMode="email" value={email}
          onChange={(event) => setEmail(event.currentTarget.value)} error={isChecked && problems.email} />
        <PasswordInput id="password" name="password" label="Password" size="md" autoComplete="current-password" value={password}
          onChange={(event) => setPassword(event.currentTarget.value)} error={isChecked && problems.password}
          visibilityToggleIcon={({ reveal }) => (reveal ? <IconEyeOff size={18} aria-hidden /> : <IconEye size={18} aria-hidden />)} visibilityToggleButtonProps={{ 'aria-label': 'Show or hide the password', tabIndex: 0 }} />
        <Button type="submit" size="md" mt="xs" loading={login.isPending}>Login</Button>
      </Stack>
    </form>
  )
}
