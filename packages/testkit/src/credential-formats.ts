import { base64Url, MadeUp } from './made-up.ts';

/** A format of a credential, as its issuer or the scanners of git hosts describe it. */
export interface CredentialFormat {
  readonly issuer: string;
  /** A made-up value; other seeds give others. */
  readonly value: (seed: number) => string;
  /** What an agent would write to find it. */
  readonly pattern: RegExp;
  /** What it is called; then it has no form of its own, and only the name beside it tells what it is. */
  readonly name?: string;
}

type Shape = (made: MadeUp) => string;

/** A web token keeps its header. */
const webToken: Shape = (made) => `${base64Url('{"alg":"RS256","typ":"JWT"}')}.${made.claims()}.${made.word(43)}`;

const known: readonly (readonly [issuer: string, pattern: RegExp, shape: Shape])[] = [
  ['OpenAI, old', /sk-[A-Za-z0-9]{48}/, (x) => `sk-${x.alnum(48)}`],
  ['OpenAI, project', /sk-proj-[\w-]{74}T3BlbkFJ[\w-]{74}/, (x) => `sk-proj-${x.word(74)}T3BlbkFJ${x.word(74)}`],
  ['OpenAI, service account', /sk-svcacct-[\w-]{40,}/, (x) => `sk-svcacct-${x.word(58)}`],
  ['OpenAI, admin', /sk-admin-[\w-]{40,}/, (x) => `sk-admin-${x.word(58)}`],
  ['Anthropic', /sk-ant-api03-[\w-]{93}AA/, (x) => `sk-ant-api03-${x.word(93)}AA`],
  ['Anthropic, admin', /sk-ant-admin01-[\w-]{93}AA/, (x) => `sk-ant-admin01-${x.word(93)}AA`],
  ['OpenRouter', /sk-or-v1-[0-9a-f]{64}/, (x) => `sk-or-v1-${x.hex(64)}`],
  ['DeepSeek', /sk-[0-9a-f]{32}/, (x) => `sk-${x.hex(32)}`],
  ['Langfuse', /sk-lf-[0-9a-f-]{36}/, (x) => `sk-lf-${x.uuid()}`],
  ['LangSmith', /lsv2_pt_[0-9a-f]{32}_[0-9a-f]{10}/, (x) => `lsv2_pt_${x.hex(32)}_${x.hex(10)}`],
  ['Groq', /gsk_[A-Za-z0-9]{52}/, (x) => `gsk_${x.alnum(52)}`],
  ['xAI', /xai-[A-Za-z0-9]{80}/, (x) => `xai-${x.alnum(80)}`],
  ['Perplexity', /pplx-[A-Za-z0-9]{48}/, (x) => `pplx-${x.alnum(48)}`],
  ['Replicate', /r8_[A-Za-z0-9]{37}/, (x) => `r8_${x.alnum(37)}`],
  ['Hugging Face', /hf_[A-Za-z]{34}/, (x) => `hf_${x.of('A-Za-z', 34)}`],
  ['NVIDIA', /nvapi-[\w-]{64}/, (x) => `nvapi-${x.word(64)}`],
  ['Tavily', /tvly-[A-Za-z0-9-]{32,}/, (x) => `tvly-dev-${x.alnum(32)}`],
  ['Jina', /jina_[0-9a-f]{32}[\w-]{28}/, (x) => `jina_${x.hex(32)}${x.word(28)}`],
  ['Together', /tgp_v1_[\w-]{43}/, (x) => `tgp_v1_${x.word(43)}`],
  ['Voyage', /pa-[\w-]{43}/, (x) => `pa-${x.word(43)}`],
  ['Fireworks', /fw_[A-Za-z0-9]{24}/, (x) => `fw_${x.alnum(24)}`],
  ['Cerebras', /csk-[a-z0-9]{48}/, (x) => `csk-${x.of('a-z0-9', 48)}`],
  ['Pinecone', /pcsk_\w{6}_\w{60}/, (x) => `pcsk_${x.alnum(6)}_${x.alnum(60)}`],
  ['Firecrawl', /fc-[0-9a-f]{32}/, (x) => `fc-${x.hex(32)}`],
  ['E2B', /e2b_[0-9a-f]{40}/, (x) => `e2b_${x.hex(40)}`],
  ['ElevenLabs', /sk_[0-9a-f]{48}/, (x) => `sk_${x.hex(48)}`],
  ['GitHub, personal', /ghp_[A-Za-z0-9]{36}/, (x) => `ghp_${x.alnum(36)}`],
  ['GitHub, fine-grained', /github_pat_\w{22}_\w{59}/, (x) => `github_pat_${x.alnum(22)}_${x.alnum(59)}`],
  ['GitHub, app', /ghs_[A-Za-z0-9]{36}/, (x) => `ghs_${x.alnum(36)}`],
  ['GitLab', /glpat-[\w-]{20}/, (x) => `glpat-${x.word(20)}`],
  ['GitLab, routable', /glpat-[\w-]{27,}\.[0-9a-z]{2}\.[0-9a-z]{9}/, (x) => `glpat-${x.word(27)}.01.${x.of('0-9a-z', 9)}`],
  ['Slack, bot', /xoxb-\d{12}-\d{13}-[A-Za-z0-9]{24}/, (x) => `xoxb-${x.digits(12)}-${x.digits(13)}-${x.alnum(24)}`],
  ['Slack, rotated', /xoxe\.xox[bp]-1-[A-Za-z0-9]{163}/, (x) => `xoxe.xoxp-1-${x.alnum(163)}`],
  ['Slack, app', /xapp-1-[A-Z0-9]+-\d+-[0-9a-f]{64}/, (x) => `xapp-1-A0${x.of('A-Z0-9', 9)}-${x.digits(13)}-${x.hex(64)}`],
  [
    'Slack, webhook',
    /hooks\.slack\.com\/services\/T\w+\/B\w+\/\w{24}/,
    (x) => `hooks.slack.com/services/T0${x.of('A-Z0-9', 8)}/B0${x.of('A-Z0-9', 8)}/${x.alnum(24)}`,
  ],
  ['Discord, bot', /[MNO]\w{23,27}\.[\w-]{6}\.[\w-]{27,38}/, (x) => `MT${x.alnum(24)}.${x.of('A-Za-z', 6)}.${x.word(38)}`],
  ['Discord, webhook', /discord\.com\/api\/webhooks\/\d{18}\/[\w-]{68}/, (x) => `discord.com/api/webhooks/${x.digits(18)}/${x.word(68)}`],
  ['Telegram', /\d{10}:AA[\w-]{33}/, (x) => `${x.digits(10)}:AA${x.word(33)}`],
  ['AWS, access key', /AKIA[A-Z2-7]{16}/, (x) => `AKIA${x.of('A-Z2-7', 16)}`],
  ['AWS, temporary', /ASIA[A-Z2-7]{16}/, (x) => `ASIA${x.of('A-Z2-7', 16)}`],
  ['AWS, Bedrock', /ABSK[A-Za-z0-9+/]{109,269}=?/, (x) => `ABSK${x.base64(126)}`],
  ['Google, API', /AIza[\w-]{35}/, (x) => `AIza${x.word(35)}`],
  ['Google, OAuth', /ya29\.[\w-]{60,}/, (x) => `ya29.${x.word(150)}`],
  ['Google, client', /GOCSPX-[\w-]{28}/, (x) => `GOCSPX-${x.word(28)}`],
  ['Google, refresh', /1\/\/0[\w-]{40,}/, (x) => `1//0${x.word(98)}`],
  ['Google, Gemini', /AQ\.Ab[\w-]{40,}/, (x) => `AQ.Ab8${x.word(47)}`],
  ['Azure, app', /[\w~.-]{3}8Q~[\w~.-]{31,34}/, (x) => `${x.alnum(3)}8Q~${x.word(34)}`],
  ['Azure, DevOps', /[A-Za-z0-9]{76}AZDO[A-Za-z0-9]{4}/, (x) => `${x.alnum(76)}AZDO${x.alnum(4)}`],
  ['npm', /npm_[A-Za-z0-9]{36}/, (x) => `npm_${x.alnum(36)}`],
  ['PyPI', /pypi-AgEIcHlwaS5vcmc[\w-]{50,}/, (x) => `pypi-AgEIcHlwaS5vcmc${x.word(120)}`],
  ['RubyGems', /rubygems_[0-9a-f]{48}/, (x) => `rubygems_${x.hex(48)}`],
  ['Clojars', /CLOJARS_[0-9a-f]{60}/, (x) => `CLOJARS_${x.hex(60)}`],
  ['Docker', /dckr_pat_[\w-]{27}/, (x) => `dckr_pat_${x.word(27)}`],
  ['Stripe, live', /sk_live_[A-Za-z0-9]{24,}/, (x) => `sk_live_${x.alnum(99)}`],
  ['Stripe, restricted', /rk_live_[A-Za-z0-9]{24,}/, (x) => `rk_live_${x.alnum(24)}`],
  ['Stripe, webhook', /whsec_[A-Za-z0-9]{32}/, (x) => `whsec_${x.alnum(32)}`],
  ['Square', /EAAA[\w-]{60}/, (x) => `EAAA${x.word(60)}`],
  ['Square, OAuth', /sq0csp-[\w-]{43}/, (x) => `sq0csp-${x.word(43)}`],
  [
    'Braintree',
    /access_token\$production\$[0-9a-z]{16}\$[0-9a-f]{32}/,
    (x) => `access_token$production$${x.of('a-z0-9', 16)}$${x.hex(32)}`,
  ],
  ['Razorpay', /rzp_live_[A-Za-z0-9]{14}/, (x) => `rzp_live_${x.alnum(14)}`],
  ['Flutterwave', /FLWSECK-[0-9a-f]{32}-X/, (x) => `FLWSECK-${x.hex(32)}-X`],
  ['Plaid', /access-production-[0-9a-f-]{36}/, (x) => `access-production-${x.uuid()}`],
  ['Shopify', /shpat_[0-9a-f]{32}/, (x) => `shpat_${x.hex(32)}`],
  ['Facebook', /EAA[A-Za-z0-9]{100,}/, (x) => `EAAC${x.alnum(160)}`],
  ['X', /A{22}[A-Za-z0-9%]{40,}/, (x) => `${'A'.repeat(22)}${x.alnum(90)}`],
  ['SendGrid', /SG\.[\w-]{22}\.[\w-]{43}/, (x) => `SG.${x.word(22)}.${x.word(43)}`],
  ['Mailchimp', /[0-9a-f]{32}-us\d{1,2}/, (x) => `${x.hex(32)}-us14`],
  ['Mailgun', /key-[0-9a-f]{32}/, (x) => `key-${x.hex(32)}`],
  ['Mailgun, new', /[0-9a-f]{32}-[0-9a-f]{8}-[0-9a-f]{8}/, (x) => `${x.hex(32)}-${x.hex(8)}-${x.hex(8)}`],
  ['Brevo', /xkeysib-[0-9a-f]{64}-[A-Za-z0-9]{16}/, (x) => `xkeysib-${x.hex(64)}-${x.alnum(16)}`],
  ['Resend', /re_\w{8}_\w{24}/, (x) => `re_${x.alnum(8)}_${x.alnum(24)}`],
  ['Twilio', /SK[0-9a-f]{32}/, (x) => `SK${x.hex(32)}`],
  ['Sentry', /sntrys_[\w=+/]{80,}/, (x) => `sntrys_${base64Url('{"iat":1,"url":"')}${x.alnum(80)}`],
  ['New Relic', /NRAK-[A-Z0-9]{27}/, (x) => `NRAK-${x.of('A-Z2-7', 27)}`],
  ['Grafana', /glsa_[A-Za-z0-9]{32}_[0-9a-f]{8}/, (x) => `glsa_${x.alnum(32)}_${x.hex(8)}`],
  ['Dynatrace', /dt0c01\.[A-Z0-9]{24}\.[A-Z0-9]{64}/, (x) => `dt0c01.${x.of('A-Z2-7', 24)}.${x.of('A-Z2-7', 64)}`],
  ['Vault', /hvs\.[\w-]{90,}/, (x) => `hvs.${x.word(95)}`],
  ['Doppler', /dp\.pt\.[A-Za-z0-9]{43}/, (x) => `dp.pt.${x.alnum(43)}`],
  ['1Password', /ops_eyJ[\w-]{250,}/, (x) => `ops_eyJ${x.word(300)}`],
  [
    '1Password, secret key',
    /A3-[A-Z0-9]{6}-[A-Z0-9]{6}(?:-[A-Z0-9]{5}){4}/,
    (x) => ['A3', x.of('A-Z2-7', 6), x.of('A-Z2-7', 6), ...[1, 2, 3, 4].map(() => x.of('A-Z2-7', 5))].join('-'),
  ],
  ['age', /AGE-SECRET-KEY-1[A-Z0-9]{58}/, (x) => `AGE-SECRET-KEY-1${x.of('A-Z2-7', 58)}`],
  ['Terraform', /[A-Za-z0-9]{14}\.atlasv1\.[\w-]{67}/, (x) => `${x.alnum(14)}.atlasv1.${x.word(67)}`],
  ['Pulumi', /pul-[0-9a-f]{40}/, (x) => `pul-${x.hex(40)}`],
  ['Databricks', /dapi[0-9a-f]{32}/, (x) => `dapi${x.hex(32)}`],
  ['DigitalOcean', /dop_v1_[0-9a-f]{64}/, (x) => `dop_v1_${x.hex(64)}`],
  ['Fly', /fm2_[\w+/=]{100,}/, (x) => `fm2_${x.alnum(120)}`],
  ['Render', /rnd_[A-Za-z0-9]{28}/, (x) => `rnd_${x.alnum(28)}`],
  ['Netlify', /nfp_[A-Za-z0-9]{36}/, (x) => `nfp_${x.alnum(36)}`],
  ['Heroku', /HRKU-[\w-]{60}/, (x) => `HRKU-${x.word(60)}`],
  ['Supabase', /sbp_[0-9a-f]{40}/, (x) => `sbp_${x.hex(40)}`],
  ['Supabase, secret', /sb_secret_[\w-]{31}/, (x) => `sb_secret_${x.word(31)}`],
  ['PlanetScale', /pscale_tkn_[\w-]{43}/, (x) => `pscale_tkn_${x.word(43)}`],
  ['Neon', /napi_[a-z0-9]{64}/, (x) => `napi_${x.of('a-z0-9', 64)}`],
  ['Notion', /ntn_[A-Za-z0-9]{46}/, (x) => `ntn_${x.alnum(46)}`],
  ['Airtable', /pat[A-Za-z0-9]{14}\.[0-9a-f]{64}/, (x) => `pat${x.alnum(14)}.${x.hex(64)}`],
  ['Linear', /lin_api_[A-Za-z0-9]{40}/, (x) => `lin_api_${x.alnum(40)}`],
  ['Atlassian', /ATATT3[\w-]{180,}=[0-9A-F]{8}/, (x) => `ATATT3xFfGF0${x.word(180)}=${x.of('0-9A-F', 8)}`],
  ['HubSpot', /pat-na1-[0-9a-f-]{36}/, (x) => `pat-na1-${x.uuid()}`],
  ['Typeform', /tfp_[\w-]{44,}/, (x) => `tfp_${x.word(44)}_${x.word(14)}`],
  ['Figma', /figd_[\w-]{40}/, (x) => `figd_${x.word(40)}`],
  ['Postman', /PMAK-[0-9a-f]{24}-[0-9a-f]{34}/, (x) => `PMAK-${x.hex(24)}-${x.hex(34)}`],
  ['Sourcegraph', /sgp_[0-9a-f]{16}_[0-9a-f]{40}/, (x) => `sgp_${x.hex(16)}_${x.hex(40)}`],
  ['CircleCI', /CCIPAT_[A-Za-z0-9]{22}_[0-9a-f]{40}/, (x) => `CCIPAT_${x.alnum(22)}_${x.hex(40)}`],
  ['Buildkite', /bkua_[0-9a-f]{40}/, (x) => `bkua_${x.hex(40)}`],
  ['SonarQube', /sqp_[0-9a-f]{40}/, (x) => `sqp_${x.hex(40)}`],
  ['JFrog', /AKCp[A-Za-z0-9]{69}/, (x) => `AKCp${x.alnum(69)}`],
  ['JFrog, reference', /cmVmd[A-Za-z0-9]{59}/, (x) => `cmVmdGtu${x.alnum(56)}`],
  ['Tailscale', /tskey-auth-\w+CNTRL-\w{32}/, (x) => `tskey-auth-k${x.alnum(11)}CNTRL-${x.alnum(32)}`],
  ['Alibaba', /LTAI[A-Za-z0-9]{20}/, (x) => `LTAI${x.alnum(20)}`],
  ['Tencent', /AKID[A-Za-z0-9]{32}/, (x) => `AKID${x.alnum(32)}`],
  ['Yandex', /AQVN[\w-]{35,38}/, (x) => `AQVN${x.word(36)}`],
  ['Mapbox', /sk\.eyJ[\w-]+\.[\w-]{22}/, (x) => `sk.${base64Url(`{"u":"ann","a":"${x.alnum(24)}"}`)}.${x.word(22)}`],
  ['Contentful', /CFPAT-[\w-]{43}/, (x) => `CFPAT-${x.word(43)}`],
  ['LaunchDarkly', /sdk-[0-9a-f-]{36}/, (x) => `sdk-${x.uuid()}`],
  ['Amazon, MWS', /amzn\.mws\.[0-9a-f-]{36}/, (x) => `amzn.mws.${x.uuid()}`],
  ['a web token', /ey[\w-]{10,}\.[\w-]{10,}\.[\w-]{10,}/, webToken],
  [
    'an encrypted web token',
    /ey[\w-]{10,}\.[\w-]+\.[\w-]+\.[\w-]+\.[\w-]+/,
    (x) => [base64Url('{"alg":"dir","enc":"A256GCM"}'), x.word(40), x.word(16), x.word(80), x.word(22)].join('.'),
  ],
];

const named: readonly (readonly [issuer: string, name: string, pattern: RegExp, shape: Shape])[] = [
  ['AWS, secret key', 'AWS_SECRET_ACCESS_KEY', /[A-Za-z0-9+/]{40}/, (x) => x.base64(40)],
  ['AWS, session token', 'aws_session_token', /[A-Za-z0-9+/=]{200,}/, (x) => `IQoJb3JpZ2luX2Vj${x.base64(320)}==`],
  ['Azure, storage', 'AccountKey', /[A-Za-z0-9+/]{86}==/, (x) => `${x.base64(86)}==`],
  ['Azure, OpenAI', 'AZURE_OPENAI_API_KEY', /[0-9a-f]{32}/, (x) => x.hex(32)],
  ['Mistral', 'MISTRAL_API_KEY', /[A-Za-z0-9]{32}/, (x) => x.alnum(32)],
  ['Cohere', 'CO_API_KEY', /[A-Za-z0-9]{40}/, (x) => x.alnum(40)],
  ['Algolia', 'algoliaAdminApiKey', /[0-9a-f]{32}/, (x) => x.hex(32)],
  ['Okta', 'okta_api_token', /00[\w-]{40}/, (x) => `00${x.word(40)}`],
  ['a client', 'client_secret', /[\w-]{40}/, (x) => x.word(40)],
  ['a refresh token', 'refresh_token', /[\w-]{64}/, (x) => x.word(64)],
  ['a password', 'password', /[a-z0-9]{18}/, (x) => `${x.of('a-z', 6)}${x.digits(4)}${x.of('a-z', 8)}`],
  ['Railway', 'RAILWAY_API_TOKEN', /[0-9a-f-]{36}/, (x) => x.uuid()],
];

/** Over a hundred formats of issuers of credentials, and those that have no form but a name. */
export const credentialFormats: readonly CredentialFormat[] = [
  ...known.map(([issuer, pattern, shape], at) => ({ issuer, pattern, value: drawn(shape, at) })),
  ...named.map(([issuer, name, pattern, shape], at) => ({ issuer, name, pattern, value: drawn(shape, known.length + at) })),
];

/** Each format has seeds of its own: else two of one shape would have the same values. */
function drawn(shape: Shape, place: number): (seed: number) => string {
  return (seed) => shape(new MadeUp(seed * 1_000 + place));
}
