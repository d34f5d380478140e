/** Undefined when the provider cannot have such an organization. Dots alone would lead elsewhere, however they are written. */
export function organizationPath(orgId: string): string | undefined {
  return /^(?!\.{1,2}$)[\w.:|-]{1,128}$/.test(orgId)
    ? `/organizations/${encodeURIComponent(orgId)}`
    : undefined;
}
