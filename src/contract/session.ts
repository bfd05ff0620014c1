/** POST hrmis/auth/login; `device_name` is free. */
export interface LoginRequest { email: string; password: string; device_name?: string }
export interface SessionUser {
  id: string; name: string; email: string; employee: string | null; default_company: string
  is_admin: boolean; is_approver: boolean; is_navuser: boolean; roles: string[]
  captions: Record<string, string>; profile: { portalAdmin: boolean }
}
export interface LoginAnswer { token: string; user: SessionUser }
export interface CompanyAnswer { id: string; name: string; displayName: string; base64Logo: string | null; currency: string; switch_company: boolean; isWindowsAuth: boolean }
