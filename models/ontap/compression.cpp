#include "models/ontap/compression.hpp"

#include <algorithm>

namespace arraytwin::ontap {

namespace {

Bytes share_of(Bytes bytes, double share) {
    return Bytes{static_cast<std::int64_t>(static_cast<double>(bytes.count()) * share)};
}

}  // namespace

Compression::Compression(const CompressionGroup& group, double ratio)
    : group_{group}, packing_{group.exists() ? std::min(1.0, (1 - 1 / ratio) / (1 - group.packed)) : 0} {}

Bytes Compression::fetched(Bytes read) const {
    if (!splits_group(read)) return read;
    const Bytes part = rest(read);
    const Bytes mean = share_of(group_.size, group_.packed * packing_) + share_of(part, 1 - packing_);
    return read - part + std::max(part, mean);
}

Bytes Compression::beside(Bytes io) const {
    return splits_group(io) ? share_of(group_.size - rest(io), packing_) : Bytes{};
}

Bytes Compression::packed_group() const { return share_of(group_.size, group_.packed); }

Bytes Compression::read_for_overwrite(Bytes written) const {
    return splits_group(written) ? share_of(group_.size, group_.packed * packing_) : Bytes{};
}

Bytes Compression::unpacked_for_overwrite(Bytes written) const {
    return splits_group(written) ? share_of(group_.size, packing_) : Bytes{};
}

Bytes Compression::stored_beside(Bytes written) const {
    return splits_group(written) ? share_of(group_.size - rest(written), group_.packed * packing_) : Bytes{};
}

void describe(spec::Section& section, CompressionGroup& group) {
    section.field({"size", "bytes that are compressed together", {4096, 1 << 20}}, group.size);
    section.field({"packed", "what a group that packs takes, as a share of its size; 1: none does", {0.01, 1}},
                  group.packed);
    section.field({"unpack_per_block", "core time to unpack a 4 KiB block", {0, 1e8}}, group.unpack_per_block);
}

}  // namespace arraytwin::ontap
