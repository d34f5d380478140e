/** Undefined when the provider cannot have such an organization. Dot segments, encoded or not, would change the path. */
export function organizationPath(orgId: string): string | undefined {
  return /^(?!\.{1,2}$)[\w.:|-]{1,128}$/.test(orgId)
    ? `/organizations/${encodeURIComponent(orgId)}`
    : undefined;
}
