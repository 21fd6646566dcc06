import { StoreError } from '../store-error.ts';

/** The place of contents in an S3 store, and how requests to it are signed. */
export interface S3Place {
  /** The URL of the bucket, without a slash at the end. */
  readonly url: string;
  readonly bucket: string;
  /** The beginning of the keys of all objects: empty, or it ends with a slash. */
  readonly prefix: string;
  readonly region: string;
  readonly credentials: {
    readonly accessKeyId: string;
    readonly secretAccessKey: string;
    readonly sessionToken?: string;
  };
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Whether the setting of a folder is the address of an S3 store. */
export function isS3Address(folder: string): boolean {
  return /^s3:/i.test(folder);
}

const form = 'Expected s3://BUCKET/PREFIX?endpoint=URL&region=REGION.';

/**
 * Reads an address such as `s3://photos/live?endpoint=https://s3.example.com`. The standard variables of the environment complete it. Throws a `StoreError` that names the part that is wrong.
 */
export function parseS3Address(text: string, environment: Environment): S3Place {
  const wrong = (why: string): StoreError =>
    new StoreError(`The address of files ${JSON.stringify(text)} ${why}. ${form}`);
  const found = /^s3:\/\/([^/?#]*)(?:\/([^?#]*))?(?:\?([^#]*))?$/i.exec(text);
  const [, bucket = '', path = '', query = ''] = found ?? [];
  if (found === null || !/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket))
    throw wrong('has no valid name of a bucket');
  const options = new URLSearchParams(query);
  for (const name of options.keys())
    if (name !== 'endpoint' && name !== 'region') throw wrong(`has an unknown parameter \`${name}\``);
  const prefix = path.replace(/^\/+|\/+$/g, '');
  if (!/^[A-Za-z0-9!_.*'()/-]*$/.test(prefix) || prefix.split('/').some((part) => /^\.\.?$/.test(part)))
    throw wrong('has a prefix with other characters than letters, digits and `/ ! - _ . * ( )`');
  const region = options.get('region') ?? environment.AWS_REGION ?? environment.AWS_DEFAULT_REGION ?? 'us-east-1';
  if (!/^[a-z0-9-]+$/.test(region)) throw wrong('has no valid region');
  const endpoint = options.get('endpoint') ?? environment.AWS_ENDPOINT_URL_S3 ?? environment.AWS_ENDPOINT_URL;
  return {
    url: endpoint === undefined ? buildAmazonUrl(bucket, region) : `${readEndpoint(endpoint, wrong)}/${bucket}`,
    bucket,
    prefix: prefix === '' ? '' : `${prefix}/`,
    region,
    credentials: readCredentials(environment),
  };
}

/** A bucket with a dot in its name has no certificate as a host. */
function buildAmazonUrl(bucket: string, region: string): string {
  const host = `s3.${region}.amazonaws.com`;
  return bucket.includes('.') ? `https://${host}/${bucket}` : `https://${bucket}.${host}`;
}

function readEndpoint(text: string, wrong: (why: string) => StoreError): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isPlain = url !== undefined && url.username === '' && url.search === '' && url.hash === '';
  if (!isPlain || !/^https?:$/.test(url.protocol)) throw wrong('has an endpoint that is not a URL of http or https');
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
}

function readCredentials(environment: Environment): S3Place['credentials'] {
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = environment;
  if (!accessKeyId || !secretAccessKey)
    throw new StoreError(
      'Files in S3 need credentials. Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, and AWS_SESSION_TOKEN if they are temporary.',
    );
  const { AWS_SESSION_TOKEN: sessionToken } = environment;
  return { accessKeyId, secretAccessKey, ...(sessionToken ? { sessionToken } : {}) };
}
