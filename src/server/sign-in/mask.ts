/** Masks addresses and names: enough for the owner to recognise, too little for anyone else. */

/** `zawadi@uwezo.example` → `z•••i@uwezo.example`. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@')
  return `${maskName(email.slice(0, at))}${email.slice(at)}`
}

/** `+254 711 107 213` → `•••• 213`. */
export function maskPhone(phone: string): string {
  return `•••• ${phone.replace(/\D/g, '').slice(-3)}`
}

/** Keeps the first and last letter. A name that was typed may be a password in the wrong field. */
export function maskName(name: string): string {
  const letters = [...name]
  const [first = ''] = letters
  return letters.length < 3 ? `${first}•••` : `${first}•••${letters.at(-1) ?? ''}`
}
