/** The passwords of a change of password. */
export type PasswordChange = { readonly currentPassword: string; readonly newPassword: string }
