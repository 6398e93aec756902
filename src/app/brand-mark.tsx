/** The product's sign: a price tag. */
export function BrandMark() {
  return (
    <svg
      viewBox="0 0 48 48"
      aria-hidden="true"
      fill="none"
      stroke="currentColor"
      strokeWidth="3.4"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d="M8 15h21l11 10-11 10H8z" />
      <circle cx="29" cy="25" r="2.6" fill="currentColor" stroke="none" />
      <path d="M15 22h7M15 28h7" />
    </svg>
  );
}
