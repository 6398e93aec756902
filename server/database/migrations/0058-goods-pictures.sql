-- Pictures of styles, and styles by their attributes in words (domain.md §3.2 spuImage; decision 0081).

-- A picture that came in, under the beginning of the hash of its bytes: the same bytes are the same picture.
create table picture (
  id text primary key constraint picture_id_check check (id ~ '^[0-9a-f]{32}$'),
  sha256 text not null constraint picture_sha256_key unique constraint picture_sha256_check check (sha256 ~ '^[0-9a-f]{64}$' and left(sha256, 32) = id),
  width bigint not null check (width > 0),
  height bigint not null check (height > 0),
  admin_id bigint not null constraint picture_admin_id_fkey references admin (id),
  created_at timestamptz not null,
  -- Since when no style has it; null while one does. It is kept for a while, so that batches can be taken back.
  unused_since timestamptz
);

create index picture_unused on picture (unused_since) where unused_since is not null;

-- What was made of it: a file of the store for each size.
create table picture_file (
  picture_id text not null constraint picture_file_picture_id_fkey references picture (id) on delete cascade,
  side smallint not null check (side in (96, 320, 1200)),
  file_id text not null constraint picture_file_file_id_key unique check (file_id ~ '^[0-9a-f]{32}$'),
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  size bigint not null check (size > 0),
  primary key (picture_id, side)
);

-- The pictures of a style in their order; the first is the main one.
create table spu_picture (
  spu_id bigint not null constraint spu_picture_spu_id_fkey references spu (id) on delete cascade,
  sort smallint not null check (sort between 1 and 30),
  picture_id text not null constraint spu_picture_picture_id_fkey references picture (id),
  color_value_id bigint constraint spu_picture_color_value_id_fkey references attribute_value (id),
  name text not null check (char_length(name) between 1 and 120 and name !~ '/'),
  primary key (spu_id, sort),
  constraint spu_picture_key unique nulls not distinct (spu_id, picture_id, color_value_id)
);

create index spu_picture_picture on spu_picture (picture_id);

create index spu_picture_color on spu_picture (color_value_id) where color_value_id is not null;

-- How often the pictures of a style were changed; none for one that never had any.
create table spu_gallery (
  spu_id bigint primary key constraint spu_gallery_spu_id_fkey references spu (id) on delete cascade,
  version bigint not null,
  updated_by bigint constraint spu_gallery_updated_by_fkey references admin (id),
  updated_at timestamptz not null
);

-- Scalar questions and no joins: a row of it can be locked, which locks the style.
create view pictured_style as
select s.id, coalesce((select g.version from spu_gallery g where g.spu_id = s.id), 1) as version, s.spu_no, s.style_no, s.name, s.category_id, s.brand_id,
  array(select p.picture_id || '/' || coalesce(p.color_value_id, 0) || '/' || p.name from spu_picture p where p.spu_id = s.id order by p.sort) as pictures
from spu s;

create view described_style as
select s.id, s.version, s.spu_no, s.style_no, s.name, s.category_id, s.brand_id,
  array(select k.name || '：' || case when k.input_type in (1, 2)
      then array_to_string(array(select v.value from attribute_value v where v.id = any(a.value_ids) order by v."order", v.id), '、') else coalesce(a.text, '') end
    from spu_attribute a join attribute_key k on k.id = a.key_id where a.spu_id = s.id order by k."order", k.id) as attributes
from spu s;
