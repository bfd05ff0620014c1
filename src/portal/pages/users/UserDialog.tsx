import { Button, Divider, Group, Modal, MultiSelect, NativeSelect, SimpleGrid, Switch, Text, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { GENDERS } from '../../../contract/index.ts'
import type { AccountFlag, Gender, UserRow } from '../../../contract/index.ts'
import { roleTitle, t } from '../../../core/index.ts'
import { ApiError, messageOf } from '../../api/client.ts'
import { companiesQuery } from '../../api/companies.ts'
import { createUser, updateUser, usersKey } from '../../api/users.ts'
import { usePortal } from '../../shell/portal-context.ts'
import { confirmed } from '../../ui/confirm.ts'
import { SubmitForm } from '../../ui/SubmitForm.tsx'
import { toast } from '../../ui/toasts.ts'
import { fieldProblem } from '../../ui/form-failures.ts'
import { Refusal } from '../../ui/Refusal.tsx'
import { FIELD_TITLES } from './fields.ts'
import { formOf, mayBeHome, problemsOf, requestOf } from './user-form.ts'
import type { UserForm } from './user-form.ts'

const FLAG_SWITCHES: { field: AccountFlag; description: string }[] = [
  { field: 'is_approver', description: t('Approves or rejects requests of others.') },
  { field: 'is_navuser', description: t('Also works in the ERP: has its tabs in the top bar.') },
  { field: 'portal_admin', description: t('Manages users, but not their access rights, and reads the sign-in log.') },
  { field: 'is_admin', description: t('Manages settings, overlays and users, with their access rights.') },
]

/** Edits a user's name, address and rights; without a user, creates a new one, who gets a link to set a password. */
export function UserDialog({ user, onClose }: { user: UserRow | null; onClose: () => void }) {
  const client = useQueryClient()
  const { company, bootstrap } = usePortal()
  const companies = useQuery(companiesQuery())
  const [form, setForm] = useState<UserForm>(() => formOf(user, company.code))
  const [isTried, setTried] = useState(false)
  const save = useMutation({
    mutationFn: () => (user ? updateUser(user.id, requestOf(form, user)) : createUser(requestOf(form, null))),
    onSuccess: ({ message }) => {
      toast.success(message)
      onClose()
    },
    onError: (error) => {
      toast.refusal(messageOf(error))
      const [first] = error instanceof ApiError ? error.errors : []
      if (first) document.getElementById(`user-${first.path}`)?.focus()
    },
    // Also after a failure: another user may have changed the account, and the list shows its current state.
    onSettled: () => client.invalidateQueries({ queryKey: usersKey }),
  })
  const problems = problemsOf(form, user)
  const set = (changes: Partial<UserForm>) => setForm((before) => ({ ...before, ...changes }))
  const submit = async () => {
    setTried(true)
    const wrong = (['name', 'email', 'employee', 'default_company'] as const).find((field) => problems[field])
    if (wrong) return document.getElementById(`user-${wrong}`)?.focus()
    if (user && !(await confirmed({ title: user.name, text: t('Are you sure you want to update this user?'), acceptLabel: t('Update'), rejectLabel: t('Keep editing') }))) return
    save.mutate()
  }
  const isFixed = (field: string) => user?._fixed.includes(field) ?? false
  const text = (field: 'name' | 'email' | 'employee' | 'username') => ({
    id: `user-${field}`, label: FIELD_TITLES[field], ...(isFixed(field) && { readOnly: true, variant: 'filled' }), value: form[field], error: (isTried && problems[field]) || fieldProblem(save.error, field),
    onChange: (event: { currentTarget: { value: string } }) => set({ [field]: event.currentTarget.value }),
  })
  const companyOptions = (companies.data ?? []).map(({ id, displayName }) => ({ value: id, label: displayName }))
  const known = companyOptions.some(({ value }) => value === form.default_company) ? companyOptions : [{ value: form.default_company, label: form.default_company }, ...companyOptions]
  const homes = known.filter(({ value }) => mayBeHome(value, user))
  const roles = Object.keys(bootstrap.roles ?? {})
  return (
    <Modal opened onClose={onClose} size="lg" title={user ? t('Update User Details') : t('New user')} closeOnClickOutside={false}>
      <SubmitForm onSubmit={submit}>
        <Refusal error={save.error} />
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <TextInput {...text('name')} required data-autofocus />
          <TextInput {...text('email')} required type="email" />
          <TextInput {...text('employee')} required={user !== null && user.employee !== null} />
          <NativeSelect id="user-gender" label={t('Gender')} data={[{ value: '', label: t('Not specified') }, ...GENDERS.map((value) => ({ value, label: t<string>(value) }))]} value={form.gender} error={fieldProblem(save.error, 'gender')} onChange={({ currentTarget: { value } }) => set({ gender: value as Gender | '' })} />
          <NativeSelect id="user-default_company" label={t('Default Company')} required data={homes} value={form.default_company} error={(isTried && problems.default_company) || fieldProblem(save.error, 'default_company')}
            onChange={({ currentTarget: { value } }) => set({ default_company: value })} />
          <TextInput {...text('username')} />
        </SimpleGrid>
        <Divider label={t('Access')} labelPosition="left" />
        {isFixed('is_admin') && <Text size="sm" c="dimmed">{t('Only an administrator can change this account’s rights.')}</Text>}
        {known.length > 1 && <MultiSelect id="user-companies" label={t('Companies')} disabled={isFixed('companies')} data={known} value={[...new Set([form.default_company, ...form.companies])]} error={fieldProblem(save.error, 'companies')} onChange={(next) => set({ companies: next })} />}
        {roles.length > 0 && <MultiSelect id="user-roles" label={t('Roles')} disabled={isFixed('roles')} placeholder={form.roles.length === 0 ? t('None') : ''} data={[...new Set([...roles, ...form.roles])].map((value) => ({ value, label: roleTitle(value) }))} value={form.roles} renderOption={({ option }) => <RoleOption name={roleTitle(option.value)} purpose={bootstrap.roles?.[option.value]} />} error={fieldProblem(save.error, 'roles')} onChange={(next) => set({ roles: next })} />}
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          {FLAG_SWITCHES.map(({ field, description }) => (
            <Switch key={field} label={FIELD_TITLES[field]} description={description} disabled={isFixed(field)} checked={form[field]} error={fieldProblem(save.error, field)} onChange={({ currentTarget: { checked } }) => set({ [field]: checked })} />
          ))}
        </SimpleGrid>
        {!user && <Text size="sm" c="dimmed">{t('A link to set a password is sent to the e-mail address.')}</Text>}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>{t('Cancel')}</Button>
          <Button type="submit" loading={save.isPending}>{user ? t('Update') : t('Add user')}</Button>
        </Group>
      </SubmitForm>
    </Modal>
  )
}

function RoleOption({ name, purpose }: { name: string; purpose: string | undefined }) {
  return (
    <div>
      <Text size="sm">{name}</Text>
      {purpose !== undefined && <Text size="xs" c="dimmed">{purpose}</Text>}
    </div>
  )
}
