const results = '/org/results';
const readsResults = { group: 'org.results', access: 'org:results:read', success: 200 } as const;
const writesResults = { group: 'org.results', access: 'org:results:write' } as const;

/** Of `rows.ts`. */
export const ofResults = [
  { ...readsResults, route: `GET ${results}`, request: () => ({ path: results }) },
  { ...readsResults, route: `GET ${results}/export`, request: () => ({ path: `${results}/export` }) },
  {
    ...readsResults,
    route: `GET ${results}/{resultId}`,
    target: 'result',
    request: (id: string) => ({ path: `${results}/${id}` }),
  },
  {
    ...writesResults,
    route: `POST ${results}`,
    target: 'capability',
    operation: 'org-results:attach',
    request: (capability: string) => ({ path: results, body: { capability } }),
    success: 201,
  },
  {
    ...writesResults,
    route: `DELETE ${results}/{resultId}`,
    target: 'result',
    operation: 'org-results:detach',
    request: (id: string) => ({ path: `${results}/${id}` }),
    success: 204,
  },
] as const;
