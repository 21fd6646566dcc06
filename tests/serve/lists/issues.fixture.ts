import { then } from '../../../src/contracts/maybe-promise.ts';
import type { QueryValues, Store } from '../../../src/contracts/store.ts';
import { documentText, keyed, versioned } from '../../support/document-text.fixture.ts';

/** Issues of two shops and the people who are assigned to them; the previous version names them otherwise. */
export const issues = documentText('Issues', {
  resources: `### User

| Field | Type | Constraints |
| --- | --- | --- |
| id | uuidv7 | assigned |
| shop | string | |
| login | string | required |
| blocked | boolean | default false |
| lead | ref User | |

### Place (object)

| Field | Type | Constraints |
| --- | --- | --- |
| name | string | required |
| owners | ref User[] | |

### Issue

| Field | Type | Constraints |
| --- | --- | --- |
| id | uuidv7 | assigned |
| shop | string | |
| title | string | required |
| assignees | ref User[] | |
| watchers | (ref User or null)[] or null | |
| places | Place[] | |`,
  endpoints: `- Lists: { data, next } by cursor; 25, at most 100

| Operation | Method | Path | Request | Response |
| --- | --- | --- | --- | --- |
| create, read, update User | | /users | | |
| create Issue | | /issues | | 201 \`Issue(id, assignees: User(login)[])\` |
| update Issue | | /issues/{id} | | 200 \`Issue(id)\` |
| read Issue | | /issues/{id} | | 200 \`Issue(all, assignees: User(login, lead: User(login))[])\` |
| read Issue as whole | | /whole/{id} | | 200 \`{ issue: Issue(watchers: User(login)[], places: Place(name, owners: User(login)[])[]) }\` |
| read Issue as plain | | /plain/{id} | | 200 \`Issue(id, assignees, watchers)\` |
| list Issue | | /issues | | 200 \`{ data: Issue(id, assignees: User(login)[])[], next: next cursor }\` |
| list Issue as plainly | | /plainly | | |
| show Issue (handler) | GET | /issues/{id}/show | | 200 \`Issue(id, assignees: User(login)[])\` |
| list events | GET | /events | | 200 \`{ data: { body: payload }[], next: next cursor }\` |

### plain, plainly

| Parameter | Maps to |
| --- | --- |
| expand | expand assignees, watchers |`,
  authentication: `- Tenant: shop

${keyed(
  `| all | create User, update User, all Issue, whole, plain, plainly, show Issue, list events | |
| all | read User | \`blocked == false\` |
| blind | list Issue, plainly | |`,
)}`,
  events: `| Event | When | Payload |
| --- | --- | --- |
| issue.changed | update Issue | \`Issue(id, assignees: User(login, lead: User(login))[])\` |`,
  errors: '- Codes: named after conditions',
  versioning: versioned(
    ['2', '1'],
    `| 2 | renamed | Issue.assignees | people | | |
| 2 | renamed | User.login | nick | | |`,
  ),
});

/** A store that notes the resource of each query that it reads records with. */
export function noteQueries(store: Store, noted: string[]): Store {
  return Object.assign(Object.create(store) as Store, {
    prepare(query: Parameters<Store['prepare']>[0]) {
      const prepared = store.prepare(query);
      const many = (values: QueryValues) =>
        then(prepared.many(values), (found) => {
          noted.push(query.resource);
          return found;
        });
      return { ...prepared, many };
    },
  });
}
